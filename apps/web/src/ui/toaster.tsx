import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';

const tones: Partial<Record<Toast['type'], string>> = { error: 'toast--bad', success: 'toast--good' };

/** Toasts by the library's own times: 4000 ms, 2000 ms for success, until replaced for loading; at most 20. */
function Toasts() {
  const { toasts, handlers } = useToaster();
  const dismiss = (id: string) => {
    toast.dismiss(id);
    // A removed button fires no blur, and the clock would stand still for ever.
    handlers.endPause();
  };
  return (
    <div
      className="toasts"
      role="status"
      aria-atomic="false"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((each) => each.visible)
        .map((each) => (
          <div key={each.id} className={`toast ${tones[each.type] ?? ''}`}>
            <span>{String(each.message)}</span>
            <button type="button" className="toast__close" aria-label="Dismiss" onClick={() => dismiss(each.id)}>
              <span aria-hidden="true">×</span>
            </button>
          </div>
        ))}
    </div>
  );
}

let host: HTMLElement | undefined;

/**
 * Puts the live region behind the page, once for the life of the document and with a root of its own: a toast outlives
 * the page that raised it, and content pages carry none of this.
 */
export function mountToaster() {
  if (host) return;
  host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(
    <StrictMode>
      <Toasts />
    </StrictMode>,
  );
}
