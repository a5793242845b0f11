// Begins it on /callback alone, before everything else: what the identity provider sends holds a token, so it leaves the address
// before anything can read it there.
__callback = location.hash.slice(1);
history.replaceState(0, 0, location.pathname);
