const address: string = import.meta.env.HOME_SCRIPT_URL;

/** Asks before the operator's third-party script runs on the home page; enhance.ts shows it and acts on the answer. */
export const Consent = () =>
  address ? (
    <aside className="consent dark" aria-label="Consent" data-script={address} hidden>
      <p>
        This page would like to load a script from <strong>{new URL(address).host}</strong>, which may set cookies of
        its own. Nothing loads unless you allow it.
      </p>
      <div className="row">
        <button type="button" className="btn btn--small" value="yes">
          Allow
        </button>
        <button type="button" className="btn btn--small" value="no">
          Do not allow
        </button>
      </div>
    </aside>
  ) : null;
