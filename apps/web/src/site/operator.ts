import type { IconName } from '../ui/icon';

/**
 * The company that runs this site. Addresses on `.example` are placeholders: replace them before going live. The
 * contact address is configuration (`CONTACT_EMAIL`), read when the site is built.
 */
export const operator = {
  contactEmail: import.meta.env.CONTACT_EMAIL as string,
  profiles: {
    technology: 'https://profiles.novacore.example/co-founder-technology',
    business: 'https://profiles.novacore.example/co-founder-business',
  },
  social: [
    { name: 'GitHub', icon: 'github', address: 'https://github.novacore.example' },
    { name: 'LinkedIn', icon: 'linkedin', address: 'https://linkedin.novacore.example' },
    { name: 'X', icon: 'x', address: 'https://x.novacore.example' },
    { name: 'YouTube', icon: 'youtube', address: 'https://youtube.novacore.example' },
  ],
} satisfies { contactEmail: string; profiles: Record<string, string>; social: Social[] };

type Social = { name: string; icon: IconName; address: string };
