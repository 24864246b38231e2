package dev.lazymcp.config.client;

import dev.lazymcp.os.Platform;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where a client looks for servers.
 *
 * @param scope whose servers these are
 * @param base where the path starts
 * @param path the file, with {@code /}; {@code *} in a name stands for anything
 * @param section where in the file
 * @param platforms the systems on which the client looks there
 * @param exclusive whether the client, where this file is there, takes servers from no other
 */
public record Place(Scope scope, Base base, String path, Section section, Set<Platform> platforms, boolean exclusive) {
    private static final Set<Platform> EVERYWHERE = EnumSet.allOf(Platform.class);

    /** Copies the set. */
    public Place {
        platforms = Set.copyOf(platforms);
    }

    /** {@code path} in each directory of the project. */
    static Place project(String path, Section section) {
        return new Place(Scope.PROJECT, new Base.Project(), path, section, EVERYWHERE, false);
    }

    /** {@code path} below {@code base}, one person's. */
    static Place user(Base base, String path, Section section) {
        return new Place(Scope.USER, base, path, section, EVERYWHERE, false);
    }

    /** {@code path} below {@code base}, an administrator's. */
    static Place managed(Base base, String path, Section section) {
        return new Place(Scope.MANAGED, base, path, section, EVERYWHERE, false);
    }

    /** {@code path} in the directory of a plugin. */
    public static Place plugin(String path, Section section) {
        return new Place(Scope.PLUGIN, new Base.Named("CLAUDE_PLUGIN_ROOT"), path, section, EVERYWHERE, false);
    }

    /** A file that no known client looks for, with servers anywhere in it. */
    public static Place anywhere() {
        return new Place(Scope.USER, Base.Known.HOME, "", Section.anywhere(), EVERYWHERE, false);
    }

    /** This, to the exclusion of all others. */
    Place alone() {
        return new Place(scope, base, path, section, platforms, true);
    }

    /** This, as {@code other} scope. */
    Place as(Scope other) {
        return new Place(other, base, path, section, platforms, exclusive);
    }

    /** This, on {@code only} alone. */
    Place on(Platform first, Platform... only) {
        return new Place(scope, base, path, section, EnumSet.of(first, only), exclusive);
    }
}
