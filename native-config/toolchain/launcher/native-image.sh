#!/bin/sh
# bin/native-image of a home made by bootstrap.sh.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
unset JDK_JAVA_OPTIONS _JAVA_OPTIONS JAVA_TOOL_OPTIONS
exec "$home/bin/java" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
    -Dhome="$home" -cp "$home/lib/svm/driver/driver.jar" NativeImage "$@"
