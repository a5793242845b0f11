import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/collaboration-tools',
  title: 'Collaboration Tools',
  description: `Several teams on one cluster: ${claim('userRoles')} user roles, SSO, multi-factor auth and audit logging, with Kubernetes to schedule what they share.`,
  navColour: 'white',
  nav: {
    group: 'Solutions',
    label: 'Collaboration Tools',
    hint: 'Shared work, role-based access',
    icon: 'collaboration-tools',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Collaboration Tools',
      lead: draft('Several teams, one cluster. Each sees its own GPUs; what they share lies in the middle.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Collaboration%20Tools' },
        { label: 'Learn More', to: '#together' },
      ],
      drawing: 'shared-cluster',
      drawingCaption: 'One cluster of 64 GPUs, three teams. The cell in the core colour belongs to all three.',
    },
    {
      kind: 'bento',
      id: 'together',
      head: { caption: 'Together', title: 'Share the cluster, not the password' },
      cells: [
        {
          title: 'One cluster',
          wide: true,
          text: draft('Teams draw on the same GPUs instead of each keeping some in reserve.'),
          drawing: 'nodes',
        },
        {
          title: 'Roles',
          icon: 'authentication',
          text: draft('Give people the role they need. Nobody shares a password.'),
        },
        { title: 'Audit logging', icon: 'analytics-platform', text: draft('Every change has a name and a time.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'What a team works with' },
      tiles: [
        { value: claim('userRoles'), label: 'user roles' },
        { value: 'SSO', label: "with your company's log-in" },
        { value: 'Multi-factor', label: 'auth' },
        { value: 'Biometric', label: 'support' },
        { value: 'Kubernetes', label: 'support' },
        { value: claim('gpusInService'), label: 'of GPUs in one cluster' },
        { value: claim('iso27001'), label: 'security' },
        { value: claim('supportHours'), label: 'support' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'How many are you?',
      lead: `Tell us the teams and what they share. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=Collaboration%20Tools' },
        { label: 'Authentication', to: '/discover/authentication' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
