#!/bin/sh
# trim.sh FOLDER: removes from an installed service what only people, compilers and debuggers read.
set -eu
find "$1/node_modules" "$1/dist" -type f \( \
  -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \
  -o -name '*.ts' -o -name '*.flow' \) -delete
# Node 24 brings SQLite itself.
if [ "$(node -p 'process.versions.node.split(".")[0] >= 24')" = true ]; then
  rm -rf "$1/node_modules/@photostructure"
fi
