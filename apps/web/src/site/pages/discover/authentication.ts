import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/authentication',
  title: 'Authentication',
  description: `Role-based access with ${claim('userRoles')} user roles, multi-factor auth, SSO and biometric support for GPU infrastructure that many people share.`,
  navColour: 'white',
  nav: {
    group: 'Discover',
    label: 'Authentication',
    hint: 'Role-based access, SSO, multi-factor',
    icon: 'authentication',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Authentication',
      lead: draft('Prove who you are, once. Your role decides which doors open.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-stack' },
        { label: 'Contact Us', to: '/contact?topic=Authentication' },
      ],
      drawing: 'auth-flow',
      drawingCaption: `One person's way to one GPU: single sign-on, a second factor, one of ${claim('userRoles')} roles.`,
    },
    {
      kind: 'bento',
      id: 'access',
      head: { caption: 'Access', title: 'Four locks, one key' },
      cells: [
        {
          title: `${claim('userRoles')} roles`,
          figure: true,
          wide: true,
          text: draft(
            'Role-based access. Access follows the role, not the person. Change the role and every door changes with it.',
          ),
          drawing: 'roles',
        },
        {
          title: 'Multi-factor auth',
          icon: 'authentication',
          text: draft('A second factor beside the password, so that a stolen password is not enough.'),
        },
        { title: 'SSO', icon: 'api-services', text: draft("Your company's own log-in, instead of one more password.") },
        {
          title: 'Biometric support',
          icon: 'vision',
          wide: true,
          text: draft('A fingerprint or a face, where the device supports it.'),
        },
        {
          title: 'Audit logging',
          icon: 'analytics-platform',
          wide: true,
          text: claim('auditLog'),
          action: { label: 'Security and compliance', to: '/discover/security-compliance' },
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Bring your own directory',
      lead: `Tell us how your people log in today. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Authentication' },
        { label: 'Learn More', to: '#access' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
