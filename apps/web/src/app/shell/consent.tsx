import { useEffect, useState } from 'react';
import { shared } from '../../api/storage';

const address: string = import.meta.env.HOME_SCRIPT_URL;
const key = 'consent';

type Answer = 'yes' | 'no';

function run(source: string) {
  if (document.querySelector(`script[src="${source}"]`)) return;
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  document.head.append(script);
}

/** Asks before the operator's third-party script runs on the home page; without one there is nothing to ask. */
export function Consent() {
  const [answer, setAnswer] = useState<Answer | 'unknown' | null>('unknown');
  useEffect(() => setAnswer(shared.getItem(key) as Answer | null), []);
  useEffect(() => {
    if (address && answer === 'yes') run(address);
  }, [answer]);

  if (!address || answer !== null) return null;
  const choose = (choice: Answer) => {
    shared.setItem(key, choice);
    setAnswer(choice);
  };
  return (
    <aside className="consent night" aria-label="Consent">
      <p>
        This page would like to load a script from <strong>{new URL(address).host}</strong>, which may set cookies of
        its own. Nothing loads unless you allow it.
      </p>
      <div className="row">
        <button type="button" className="btn btn--s" onClick={() => choose('yes')}>
          Allow
        </button>
        <button type="button" className="btn btn--s" onClick={() => choose('no')}>
          Do not allow
        </button>
      </div>
    </aside>
  );
}
