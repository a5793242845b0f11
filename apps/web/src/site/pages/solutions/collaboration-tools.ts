import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/collaboration-tools',
  title: 'Collaboration Tools',
  description: `Several teams on one cluster: ${claim('userRoles')} user roles, SSO, multi-factor auth and audit logging, with Kubernetes for shared GPUs.`,
  navColour: 'white',
  nav: { group: 'Solutions', label: 'Collaboration Tools', hint: 'Shared work, role-based access' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Collaboration Tools',
      lead: draft('Several teams on one cluster. Each team has its own GPUs and can share some with others.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Collaboration%20Tools' },
        { label: 'Learn More', to: '#together' },
      ],
      drawing: 'shared-cluster',
      drawingCaption: 'One cluster of 64 GPUs and three teams. The orange square is a GPU that all three share.',
    },
    {
      kind: 'rows',
      id: 'together',
      head: { caption: 'Together', title: 'Share GPUs without sharing passwords' },
      rows: [
        {
          title: 'One cluster',
          icon: 'gpu-clusters',
          text: draft('Teams use the same GPUs instead of each keeping some in reserve.'),
        },
        { title: 'Roles', icon: 'authentication', text: draft('Give each person the role they need.') },
        { title: 'Audit logging', icon: 'list', text: claim('auditLog') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'Specification for teams' },
      tiles: [
        { value: claim('userRoles'), label: 'user roles' },
        { value: 'SSO', label: 'with your company’s login' },
        { value: 'Multi-factor', label: 'auth' },
        { value: 'Biometric', label: 'support' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Plan access for your teams',
      lead: 'Tell us how many teams you have and what they share.',
      actions: [
        { label: 'Contact', to: '/contact?topic=Collaboration%20Tools' },
        { label: 'Authentication', to: '/discover/authentication' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
