import java.lang.module.*;
import java.util.*;

/** Prints --add-exports/--add-opens of every package of the JDK modules that the image builder looks into. */
public class ModuleOpens {
    public static void main(String[] a) {
        String to = a[0];
        Set<String> modules = new HashSet<>(Arrays.asList(a).subList(1, a.length));
        ModuleFinder.ofSystem().findAll().stream().map(ModuleReference::descriptor).filter(d -> modules.contains(d.name()))
                        .sorted(Comparator.comparing(ModuleDescriptor::name)).forEach(d -> {
                            for (String p : new TreeSet<>(d.packages())) {
                                System.out.println("--add-exports=" + d.name() + "/" + p + "=" + to);
                                System.out.println("--add-opens=" + d.name() + "/" + p + "=" + to);
                            }
                        });
    }
}
