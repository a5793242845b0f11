import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';

const tones: Partial<Record<Toast['type'], string>> = { error: 'toast--bad', success: 'toast--good' };

/** The library's durations: 4000 ms, 2000 ms for success, loading until it is replaced. At most 20 at a time. */
function Toasts() {
  const { toasts, handlers } = useToaster();
  const dismiss = (id: string) => {
    toast.dismiss(id);
    // The pointer's leave event is lost with the button, and the other toasts would stay paused.
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

/** Adds the live region of toasts. It has its own React root, because a toast outlives the page that showed it. */
export function mountToaster() {
  if (host) return;
  host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(
    <StrictMode>
      <Toasts />
    </StrictMode>,
  );
}
