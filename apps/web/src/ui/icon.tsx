import type { IconName } from './icon-name';

/** A drawing of the sprite; decorative, the words beside it say what it means. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
