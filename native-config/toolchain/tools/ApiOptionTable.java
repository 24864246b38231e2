import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;

/** Writes the table of command-line options that the builder's option fields declare with @APIOption.
 *  Columns, tab-separated: option text, value separators, option field, B(oolean) or V(alue), + or -,
 *  fixed value, default value, value transformer. Lists inside a column are joined with U+0001. */
public class ApiOptionTable {
    static Object get(Object annotation, String name) throws Exception {
        Method m = annotation.getClass().getMethod(name);
        m.setAccessible(true);
        return m.invoke(annotation);
    }

    public static void main(String[] a) throws Exception {
        List<URL> urls = new ArrayList<>();
        List<Path> jars = new ArrayList<>();
        for (int i = 1; i < a.length; i++) { jars.add(Path.of(a[i])); urls.add(Path.of(a[i]).toUri().toURL()); }
        ClassLoader l = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        TreeMap<String, String> table = new TreeMap<>();
        for (Path p : jars) {
            if (!p.getFileName().toString().matches("(svm|pointsto|native-image-base)-[0-9].*")) continue;
            try (JarFile j = new JarFile(p.toFile())) {
                for (JarEntry e : Collections.list(j.entries())) {
                    String n = e.getName();
                    if (!n.endsWith(".class") || n.contains("module-info")) continue;
                    Field[] fields;
                    try {
                        fields = Class.forName(n.substring(0, n.length() - 6).replace('/', '.'), false, l).getDeclaredFields();
                    } catch (LinkageError x) {
                        continue;
                    }
                    for (Field f : fields) {
                        for (Object an : f.getDeclaredAnnotations()) {
                            String t = ((java.lang.annotation.Annotation) an).annotationType().getName();
                            if (t.endsWith(".APIOption")) row(table, f, an);
                            else if (t.endsWith(".APIOption$List")) for (Object o : (Object[]) get(an, "value")) row(table, f, o);
                        }
                    }
                }
            }
        }
        Files.write(Path.of(a[0]), table.values(), StandardCharsets.UTF_8);
        System.out.println(table.size() + " API options");
    }

    static void row(Map<String, String> table, Field f, Object an) throws Exception {
        String group = "";
        Class<?> g = (Class<?>) get(an, "group");
        if (!g.getSimpleName().equals("NullGroup")) {
            var c = g.getDeclaredConstructor();
            c.setAccessible(true);
            Method m = g.getMethod("name");
            m.setAccessible(true);
            group = "--" + m.invoke(c.newInstance()) + "=";
        }
        boolean bool = f.getGenericType().getTypeName().endsWith("<java.lang.Boolean>");
        String transformer = "";
        for (Class<?> c : (Class<?>[]) get(an, "valueTransformer")) if (!c.getSimpleName().equals("DefaultTransformer")) transformer = c.getName();
        for (String name : (String[]) get(an, "name")) {
            String text = !group.isEmpty() ? group + name : name.startsWith("-") ? name : "--" + name;
            table.put(text, String.join("\t", text, new String((char[]) get(an, "valueSeparator")), f.getName(), bool ? "B" : "V",
                            get(an, "kind").toString().equals("Negated") ? "-" : "+",
                            list((String[]) get(an, "fixedValue")), list((String[]) get(an, "defaultValue")), transformer));
        }
    }

    /** "-" for no value, else "=" and the value. */
    static String list(String[] s) { return s.length == 0 ? "-" : "=" + String.join("\u0001", s); }
}
