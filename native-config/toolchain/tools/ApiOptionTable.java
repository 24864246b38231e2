import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Writes down the user-visible options ({@code --no-fallback}, {@code -O}, ...) that the builder's option fields declare with
 * {@code @APIOption}, for the launcher, which should not have to load the builder to know them.
 *
 * <p>One line each, columns separated by tabs: option text, value separators, option field, B (boolean) or V (value), + or -
 * (what the option sets a boolean to), fixed value, default value, class that transforms the value. A value is "-" for none,
 * else "=" and the values joined by U+0001.
 */
public final class ApiOptionTable {
    private final Map<String, String> lines = new TreeMap<>();

    private ApiOptionTable() {}

    /** Arguments: file to write, jars of the builder. */
    public static void main(String[] arguments) throws Exception {
        List<Path> jars = Stream.of(arguments).skip(1).map(Path::of).toList();
        ApiOptionTable table = new ApiOptionTable();
        try (URLClassLoader builder = new URLClassLoader(urls(jars), ClassLoader.getPlatformClassLoader())) {
            for (Path jar : jars) {
                if (jar.getFileName().toString().matches("(svm|pointsto|native-image-base)-[0-9].*"))
                    table.addJar(jar, builder);
            }
        }
        if (table.lines.isEmpty()) throw new IllegalStateException("no @APIOption in " + jars);
        Files.write(Path.of(arguments[0]), table.lines.values());
        System.out.println(table.lines.size() + " API options");
    }

    private static URL[] urls(List<Path> paths) throws MalformedURLException {
        URL[] urls = new URL[paths.size()];
        for (int i = 0; i < urls.length; i++) urls[i] = paths.get(i).toUri().toURL();
        return urls;
    }

    private void addJar(Path path, ClassLoader loader) throws IOException, ReflectiveOperationException {
        try (JarFile jar = new JarFile(path.toFile())) {
            List<String> classes = jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.contains("module-info"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
            for (String name : classes) addClass(name, loader);
        }
    }

    private void addClass(String name, ClassLoader loader) throws ReflectiveOperationException {
        for (Field field : fields(name, loader)) {
            for (Annotation annotation : field.getDeclaredAnnotations()) {
                String type = annotation.annotationType().getName();
                if (type.endsWith(".APIOption")) {
                    addOption(field, annotation);
                } else if (type.endsWith(".APIOption$List")) {
                    for (Object option : (Object[]) element(annotation, "value")) addOption(field, option);
                }
            }
        }
    }

    /** A class that cannot be linked here (some are for other platforms or need packages of the JVM) declares no options. */
    private static Field[] fields(String name, ClassLoader loader) throws ClassNotFoundException {
        try {
            return Class.forName(name, false, loader).getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }

    private void addOption(Field field, Object option) throws ReflectiveOperationException {
        String prefix = groupPrefix(option);
        boolean isBoolean = field.getGenericType().getTypeName().endsWith("<java.lang.Boolean>");
        boolean negated = element(option, "kind").toString().equals("Negated");
        for (String name : (String[]) element(option, "name")) {
            String text = !prefix.isEmpty() ? prefix + name : name.startsWith("-") ? name : "--" + name;
            lines.put(
                    text,
                    String.join(
                            "\t",
                            text,
                            new String((char[]) element(option, "valueSeparator")),
                            field.getName(),
                            isBoolean ? "B" : "V",
                            negated ? "-" : "+",
                            values((String[]) element(option, "fixedValue")),
                            values((String[]) element(option, "defaultValue")),
                            transformer(option)));
        }
    }

    /** Options of a group are written --group=name. */
    private static String groupPrefix(Object option) throws ReflectiveOperationException {
        Class<?> group = (Class<?>) element(option, "group");
        if (group.getSimpleName().equals("NullGroup")) return "";
        Constructor<?> constructor = group.getDeclaredConstructor();
        constructor.setAccessible(true);
        return "--" + element(constructor.newInstance(), "name") + "=";
    }

    private static String transformer(Object option) throws ReflectiveOperationException {
        String transformer = "";
        for (Class<?> type : (Class<?>[]) element(option, "valueTransformer")) {
            if (!type.getSimpleName().equals("DefaultTransformer")) transformer = type.getName();
        }
        return transformer;
    }

    private static Object element(Object object, String name) throws ReflectiveOperationException {
        Method method = object.getClass().getMethod(name);
        method.setAccessible(true);
        return method.invoke(object);
    }

    private static String values(String[] values) {
        return values.length == 0 ? "-" : "=" + String.join("\u0001", values);
    }
}
