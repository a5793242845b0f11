import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/authentication',
  title: 'Authentication',
  description: `Role-based access with ${claim('userRoles')} user roles, multi-factor auth, SSO and biometric support for shared GPU infrastructure.`,
  navColour: 'white',
  nav: { group: 'Discover', label: 'Authentication', hint: 'Role-based access, SSO, multi-factor' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Authentication',
      lead: draft('Log in once. Your role decides what you can use.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-stack' },
        { label: 'Contact Us', to: '/contact?topic=Authentication' },
      ],
      drawing: 'auth-flow',
      drawingCaption: `From a person to a GPU: single sign-on, a second factor, then one of ${claim('userRoles')} roles.`,
    },
    {
      kind: 'split',
      id: 'access',
      head: { caption: 'Access', title: 'Access control' },
      text: draft(
        'Role-based access follows the role, not the person. Change a person’s role and their access changes with it. In the drawing, each column is a role, and each filled square is something that it may use.',
      ),
      drawing: 'roles',
    },
    {
      kind: 'rows',
      tone: 'film',
      head: { caption: 'Login', title: 'Ways to log in, and a record of access' },
      rows: [
        {
          title: 'Multi-factor auth',
          icon: 'authentication',
          text: draft('A second factor in addition to the password, so that a stolen password is not enough.'),
        },
        { title: 'SSO', icon: 'api-services', text: draft('Use your company’s login instead of another password.') },
        { title: 'Biometric support', icon: 'fingerprint', text: draft('Fingerprint or face, if your device has it.') },
        {
          title: 'Audit logging',
          icon: 'list',
          text: claim('auditLog'),
          action: { label: 'Security and compliance', to: '/discover/security-compliance' },
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Use your own directory',
      lead: 'Tell us how your team logs in today.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Authentication' },
        { label: 'Learn More', to: '#access' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
