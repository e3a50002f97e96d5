#!/bin/sh
# trim.sh FOLDER: removes from an installed service what only people, compilers and debuggers read.
set -eu
find "$1/node_modules" "$1/dist" -type f \( \
  -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \
  -o -name '*.ts' -o -name '*.flow' \) -delete
# Builds for browsers, and a second format of what Node loads.
rm -rf "$1"/node_modules/@azure/*/dist/browser "$1"/node_modules/@azure/*/dist/react-native \
  "$1"/node_modules/@azure/*/dist/workerd "$1"/node_modules/@typespec/*/dist/browser \
  "$1"/node_modules/@typespec/*/dist/react-native "$1"/node_modules/@azure/msal-browser/lib \
  "$1"/node_modules/@graphql-yoga/render-graphiql/cjs
# Node 24 brings SQLite itself.
if [ "$(node -p 'process.versions.node.split(".")[0] >= 24')" = true ]; then
  rm -rf "$1/node_modules/@photostructure"
fi
