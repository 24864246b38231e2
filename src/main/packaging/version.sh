#!/bin/sh
# Prints the version of the build file.
set -eu
sed -n '/<artifactId>lazymcp<\/artifactId>/{n;s/.*<version>\(.*\)<\/version>.*/\1/p;q;}' "$(dirname "$0")/../../../pom.xml"
