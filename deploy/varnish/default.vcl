vcl 4.1;

# Varnish 7 in front of the site (docs/scale.md). It keeps what the site says a shared cache may keep, and drops what the site purges.
# The environment of varnishd: CDN_TOKEN, the same as the site's.

import std;

backend site {
  .host = "web";
  .port = "3000";
  # Alive, not ready: without a database the site still answers the pages that it has kept.
  .probe = { .url = "/healthz"; .interval = 2s; .timeout = 1s; .window = 4; .threshold = 2; .initial = 2; }
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (std.getenv("CDN_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("CDN_TOKEN")) {
      return (synth(403));
    }
    # Tags of the site have nothing in them that an expression would read as more than a letter.
    if (req.http.Surrogate-Key !~ "^[\w-]+( [\w-]+)*$") {
      return (synth(400));
    }
    if (!std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
      return (synth(500));
    }
    return (synth(204));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # None of these has a public answer. Everywhere else the site says so with each answer.
  if (req.url ~ "^/(admin|review|evidence|sandbox|metrics|healthz|readyz)(/|\?|$)" || req.http.Authorization) {
    return (pass);
  }
  # A page is a document, or its data for a move within the site. Nothing else of Accept makes a difference.
  if (req.http.Accept ~ "application/json" && req.http.Accept !~ "text/html") {
    set req.http.Accept = "application/json";
  } else {
    unset req.http.Accept;
  }
  # An older answer may be shown while a new one is made, and for an hour where the site does not answer at all.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 60s;
  }
  # Cookies do not keep an answer from being looked up: what the site lets be kept is the same for everybody. The others are made each time.
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)private|no-store|no-cache" || beresp.http.Cache-Control !~ "(?i)s-maxage|public") {
    set beresp.uncacheable = true;
    # For two minutes nobody waits for another one's answer to this address.
    set beresp.ttl = 120s;
    return (deliver);
  }
  set beresp.grace = 0s;
  if (beresp.http.Surrogate-Control) {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    if (beresp.http.Surrogate-Control ~ "stale-if-error=\d+") {
      set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, ".*stale-if-error=(\d+).*", "\1s"), 0s);
    }
  }
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.Via;
  # The time that it lay here is none of the browser's, which asks each time.
  unset resp.http.Age;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  return (deliver);
}
