import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Prints the java options that export and open every package of the given JDK modules to the modules of the builder. */
public final class ModuleOpens {
    private ModuleOpens() {}

    /** Arguments: the builder's modules, separated by commas; the JDK modules. */
    public static void main(String[] arguments) {
        String builder = arguments[0];
        ModuleFinder system = ModuleFinder.ofSystem();
        for (String module : new TreeSet<>(List.of(arguments).subList(1, arguments.length))) {
            Set<String> packages = system.find(module)
                    .map(ModuleReference::descriptor)
                    .map(ModuleDescriptor::packages)
                    .orElseThrow(() -> new IllegalStateException("this JDK has no module " + module));
            for (String name : new TreeSet<>(packages)) {
                System.out.println("--add-exports=" + module + "/" + name + "=" + builder);
                System.out.println("--add-opens=" + module + "/" + name + "=" + builder);
            }
        }
    }
}
