import { useEffect, useState } from 'react';
import { Panel } from './generated/panel.jsx';

/** The menu of small screens, as it is mostly built: a button with state, and a panel that is there when it is open. */
export function Menu() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    window.__live = true;
  }, []);
  return (
    <div className="small-menu">
      <button type="button" className="nav__icon" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        <svg className="icon" aria-hidden="true">
          <use href={open ? '#i-close' : '#i-menu'} />
        </svg>
      </button>
      {open && <Panel />}
    </div>
  );
}
