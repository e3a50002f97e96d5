#!/usr/bin/env bash
# Remember, change, and ask about the past. Needs curl and a service on localhost:4000.
set -euo pipefail
url=${SERVICE_URL:-http://localhost:4000/graphql}

ask() {
  curl --silent --fail-with-body "$url" -H 'content-type: application/json' -H 'x-user-id: rui' -d "$1"
  echo
}

ask '{"query":"mutation { write(input: { message: \"My city is Mumbai.\", occurredAt: \"2026-03-01T09:00:00Z\" }) { success } }"}'
ask '{"query":"mutation { write(input: { message: \"My city has changed to Pune.\", occurredAt: \"2026-09-15T09:00:00Z\" }) { success } }"}'
ask '{"query":"{ now: facts(entity: \"user\") { nodes { text } } inMay: facts(entity: \"user\", at: { validAt: \"2026-05-01T00:00:00Z\" }) { nodes { text } } }"}'
