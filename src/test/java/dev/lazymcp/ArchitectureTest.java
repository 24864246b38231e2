package dev.lazymcp;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** The rules of ARCHITECTURE.md that a compiler does not hold. */
@AnalyzeClasses(packages = "dev.lazymcp", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /**
     * What runs between the start of {@code wrap} and the first answer. The transports of {@code upstream} that are not
     * stdio have packages of their own below it.
     */
    private static final String[] START_PATH = {
        "dev.lazymcp.shim..", "dev.lazymcp.catalog..", "dev.lazymcp.upstream", "dev.lazymcp.rpc..", "dev.lazymcp.os.."
    };

    @ArchTest
    static final ArchRule arrowsPointDown = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("Main")
            .definedBy("dev.lazymcp")
            .layer("cli")
            .definedBy("dev.lazymcp.cli..")
            .layer("sessions")
            .definedBy(
                    "dev.lazymcp.shim..",
                    "dev.lazymcp.hub..",
                    "dev.lazymcp.control..",
                    "dev.lazymcp.config..",
                    "dev.lazymcp.probe..")
            .layer("servers")
            .definedBy("dev.lazymcp.catalog..", "dev.lazymcp.upstream..", "dev.lazymcp.log..")
            .layer("rpc")
            .definedBy("dev.lazymcp.rpc..")
            .optionalLayer("os")
            .definedBy("dev.lazymcp.os..")
            .whereLayer("Main")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("Main")
            .whereLayer("sessions")
            .mayOnlyBeAccessedByLayers("Main", "cli")
            .whereLayer("servers")
            .mayOnlyBeAccessedByLayers("Main", "cli", "sessions")
            .whereLayer("rpc")
            .mayOnlyBeAccessedByLayers("Main", "cli", "sessions", "servers")
            .whereLayer("os")
            .mayOnlyBeAccessedByLayers("Main", "cli", "sessions", "servers", "rpc")
            .because("each layer is to be read, tested and replaced without those above it")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule everyPackageIsInALayer = classes()
            .should()
            .resideInAnyPackage(
                    "dev.lazymcp",
                    "dev.lazymcp.cli..",
                    "dev.lazymcp.shim..",
                    "dev.lazymcp.hub..",
                    "dev.lazymcp.control..",
                    "dev.lazymcp.config..",
                    "dev.lazymcp.probe..",
                    "dev.lazymcp.catalog..",
                    "dev.lazymcp.upstream..",
                    "dev.lazymcp.log..",
                    "dev.lazymcp.rpc..",
                    "dev.lazymcp.os..")
            .because("a package outside of the layers would escape the rule about them");

    @ArchTest
    static final ArchRule noCycles = slices().matching("dev.lazymcp.(**)")
            .should()
            .beFreeOfCycles()
            .because("packages of one layer may use each other in one direction alone");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes()
            .should(new ArchCondition<JavaClass>("be in a package whose package-info has @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                    events.add(
                            new SimpleConditionEvent(type, marked, type.getName() + " is in " + type.getPackageName()));
                }
            })
            .because("NullAway checks marked packages only");

    @ArchTest
    static final ArchRule picocliIsForCommands = noClasses()
            .that()
            .resideOutsideOfPackage("dev.lazymcp.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("its classes take longer to start than a stub has, and only commands are read by people");

    @ArchTest
    static final ArchRule databindIsForFilesAndCommands = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.lazymcp.cli..", "dev.lazymcp.config..", "dev.lazymcp.hub..", "dev.lazymcp.control..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson.databind..")
            .because("a frame that is passed on keeps its bytes, and a tree loses the spelling of numbers");

    @ArchTest
    static final ArchRule noReflection = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.lang.reflect..")
            .orShould(callMethodWhere(calls(
                            "java\\.lang\\.Class", "forName|newInstance|get(Declared)?(Method|Field|Constructor)s?"))
                    .as("look classes or their members up by name"))
            .because("a native image has what the analysis saw; metadata for more would have to be kept by hand");

    @ArchTest
    static final ArchRule onlyCommandsPrintAndExit = noClasses()
            .that()
            .resideOutsideOfPackage("dev.lazymcp.cli..")
            .and()
            .doNotHaveFullyQualifiedName("dev.lazymcp.Main")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould(callMethodWhere(calls("java\\.lang\\.System", "exit")).as("exit"))
            .orShould(
                    callMethodWhere(calls("java\\.lang\\.Runtime", "exit|halt")).as("halt"))
            .orShould(callMethodWhere(prints()).as("print a stack trace"))
            .because("one stray byte on stdout breaks the session: streams and the exit are handed down");

    @ArchTest
    static final ArchRule noLogging = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(System.Logger.class)
            .because("it reads configuration at start and writes to a stderr that belongs to the client's log");

    @ArchTest
    static final ArchRule namesSayWhatAClassDoes = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Misc")
            .because("such a class is where what belongs nowhere is put");

    @ArchTest
    static final ArchRule theStartPathIsLean = noClasses()
            .that()
            .resideInAnyPackage(START_PATH)
            .should(dependOnClassesThat(resideInAnyPackage("java.util.regex..", "java.net.http..")))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.util.Formatter.class)
            .orShould(callMethodWhere(calls("java\\.lang\\.String", "format|formatted|matches|replaceAll|replaceFirst"))
                    .as("format or match strings"))
            .orShould(callMethodWhere(calls("java\\.io\\.Print(Stream|Writer)", "format|printf"))
                    .as("print formatted"))
            .because(
                    "each of them costs milliseconds when it is first used, and megabytes of image where nothing else does");

    @ArchTest
    static final ArchRule waitsUseAClockThatNobodySets = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.lazymcp.shim..", "dev.lazymcp.rpc..", "dev.lazymcp.upstream", "dev.lazymcp.control..")
            .and()
            .doNotHaveFullyQualifiedName("dev.lazymcp.shim.Handshake")
            .should(callMethodWhere(calls("java\\.time\\.Instant", "now")).as("ask what time it is"))
            .orShould(callMethodWhere(calls("java\\.lang\\.System", "currentTimeMillis"))
                    .as("ask what time it is"))
            .because("the wall clock jumps; Handshake notes when something was learned");

    private static DescribedPredicate<JavaMethodCall> calls(String owner, String name) {
        return DescribedPredicate.<JavaMethodCall>alwaysTrue()
                .and(target(nameMatching(name))
                        .and(target(owner(nameMatching(owner))))
                        .forSubtype());
    }

    private static DescribedPredicate<JavaMethodCall> prints() {
        return DescribedPredicate.describe(
                "Throwable.printStackTrace()",
                call -> call.getTarget().getName().equals("printStackTrace")
                        && call.getTarget().getRawParameterTypes().isEmpty()
                        && call.getTargetOwner().isAssignableTo(Throwable.class));
    }
}
