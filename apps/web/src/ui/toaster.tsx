import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';

const tones: Partial<Record<Toast['type'], string>> = { error: 'toast--bad', success: 'toast--good' };

/** The library's durations are 4000 ms, and 2000 ms for success. Loading remains until it is replaced. */
function Toasts() {
  const { toasts, handlers } = useToaster();
  const dismiss = (id: string) => {
    toast.dismiss(id);
    // A removed button fires no leave event, so the other toasts would remain paused.
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

/** Toasts have a separate React root, because a toast outlives its page. */
export function mountToaster() {
  if (host) return;
  host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(
    <StrictMode>
      <Toasts />
    </StrictMode>,
  );
}
