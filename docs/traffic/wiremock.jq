# WireMock's journal (GET /__admin/requests) as lines for `conformance check`: jq -c -f wiremock.jq requests.json
.requests[]
| {
    timestamp: .request.loggedDate,
    request: (.request | { method, url: .absoluteUrl, headers, body }),
    response: (.response | if . then { status, headers, body: .bodyAsBase64, isBase64Encoded: true } else null end)
  }
