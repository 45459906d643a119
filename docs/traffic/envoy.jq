# A trace of Envoy's tap filter (JSON_BODY_AS_STRING) as a line for `conformance check`: jq -c -f envoy.jq trace.json
def header($name): [.headers[]? | select(.key == $name) | .value][0];
def plain: {
    headers: [.headers[]? | select(.key | startswith(":") | not) | [.key, .value]],
    body: .body.as_string,
    truncated: .body.truncated
  };
.http_buffered_trace // error("not a buffered trace")
| {
    request: (.request | plain + {
      method: header(":method"),
      url: (header(":scheme") + "://" + header(":authority") + header(":path"))
    }),
    response: (.response | if . then plain + { status: header(":status") } else null end)
  }
