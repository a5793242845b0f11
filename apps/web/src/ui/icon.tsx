/** A new icon is a symbol in `icons.svg` and its name here. */
export type IconName =
  | 'next-gen-gpus'
  | 'vision'
  | 'hardware-solutions'
  | 'infrastructure'
  | 'cloud-platform'
  | 'security-compliance'
  | 'authentication'
  | 'performance'
  | 'gpu-servers'
  | 'developer-tools'
  | 'gpu-clusters'
  | 'api-services'
  | 'analytics-platform'
  | 'gpu-stack'
  | 'sdk-libraries'
  | 'accelerators'
  | 'enterprise-solutions'
  | 'ai-machine-learning'
  | 'deep-learning'
  | 'workflow-automation'
  | 'research-solutions'
  | 'collaboration-tools'
  | 'industry-specific'
  | 'startup-program'
  | 'auto-scaling'
  | 'fingerprint'
  | 'list'
  | 'night'
  | 'power'
  | 'prices'
  | 'arrow'
  | 'chevron'
  | 'menu'
  | 'close'
  | 'check'
  | 'alert'
  | 'mail'
  | 'retry'
  | 'theme'
  | 'github'
  | 'google'
  | 'linkedin'
  | 'x'
  | 'youtube';

/** Decorative: the text next to it has the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} width="24" height="24" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
