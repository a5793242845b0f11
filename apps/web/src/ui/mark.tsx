/** The mark: eight cells around a core. */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg className={`mark ${className}`} viewBox="0 0 32 32" aria-hidden="true">
    <use href="#mark" />
  </svg>
);
