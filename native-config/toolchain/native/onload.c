/* JNI_OnLoad_<LIBRARY> of a JDK library that has become part of the image. JNI asks such a function for at least
 * version 1.8; the library's own JNI_OnLoad, made for dynamic loading, may name an older one. */
#include <jni.h>
#define CAT(a, b) a##b
#define NAME(prefix, l) CAT(prefix, l)
#ifdef HAS_ONLOAD
extern jint NAME(jdk_JNI_OnLoad_, LIBRARY)(JavaVM *vm, void *reserved);
#endif
jint NAME(JNI_OnLoad_, LIBRARY)(JavaVM *vm, void *reserved) {
#ifdef HAS_ONLOAD
    if (NAME(jdk_JNI_OnLoad_, LIBRARY)(vm, reserved) < 0) return JNI_ERR;
#endif
    (void) vm; (void) reserved;
    return JNI_VERSION_1_8;
}
