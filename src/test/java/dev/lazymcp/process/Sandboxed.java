package dev.lazymcp.process;

import java.util.Objects;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test its {@link Sandbox}. After the test it ends every session and sees that nothing is left of it; where
 * something failed it tells the whole story and kills the strays.
 */
final class Sandboxed implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(Sandboxed.class);

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        context.getStore(NAMESPACE).put(Sandbox.class, new Sandbox());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        Sandbox sandbox = sandbox(context);
        boolean failed = context.getExecutionException().isPresent();
        try {
            if (!failed) {
                failed = true;
                sandbox.finish();
                failed = false;
            }
        } finally {
            if (failed) {
                System.err.println("=== " + context.getDisplayName() + "\n" + sandbox.story());
            }
            sandbox.clear();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Sandbox.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return sandbox(context);
    }

    private static Sandbox sandbox(ExtensionContext context) {
        return Objects.requireNonNull(context.getStore(NAMESPACE).get(Sandbox.class, Sandbox.class));
    }
}
