import { claim, draft, offices } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/company',
  title: 'Company',
  description:
    'NovaCore builds GPU cloud and hardware for AI teams: 500+ enterprise clients, 50+ countries, offices in Delaware, Hyderabad, Silicon Valley and Mumbai.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Company' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Company',
      lead: draft(
        'GPU cloud and hardware for AI teams, researchers, startups, developers and enterprises. Data centres in India and the US.',
      ),
      stats: [
        { value: '500+', label: 'Enterprise Clients' },
        { value: claim('uptimeSla'), label: 'Uptime Guaranteed' },
        { value: claim('supportHours'), label: 'Support' },
        { value: '50+', label: 'Countries' },
      ],
    },
    {
      kind: 'offices',
      id: 'offices',
      head: { caption: 'Offices', title: 'Two in India, two in the US' },
      offices,
    },
    {
      kind: 'tiles',
      id: 'impact',
      tone: 'film',
      head: { caption: 'Global impact', title: 'NovaCore in figures' },
      tiles: [
        { value: claim('dataCentres'), label: 'data centres' },
        { value: claim('gpusInService'), label: 'GPUs, growing with your workload' },
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: claim('deployableModels'), label: 'deployable models' },
        { value: claim('iso27001'), label: 'information security' },
        { value: claim('billingCurrency'), label: 'billing currency (list prices also in US dollars)' },
      ],
    },
    {
      kind: 'split',
      id: 'vision',
      head: { caption: 'Vision', title: 'Our vision' },
      text: draft(
        'GPU computing for everyone who has a model to train: one GPU or thousands, billed by the minute or reserved by the year, with support at any hour.',
      ),
      actions: [{ label: 'Multi-GPU computing', to: '/discover/vision' }],
      drawing: 'burst',
    },
    {
      kind: 'timeline',
      id: 'timeline',
      tone: 'film',
      head: { caption: 'Timeline', title: '2020 to 2024' },
      entries: [
        { year: '2020', text: draft('Work on GPU computing for AI teams begins.') },
        { year: '2021', text: draft('GPU servers for training and inference.') },
        { year: '2022', text: draft('Clusters for larger models.') },
        { year: '2023', text: draft('GPU cloud, with support for deployment and tuning.') },
        { year: '2024', text: draft('The range grows: cloud, servers and clusters in one place.') },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Work with us',
      lead: 'Tell us about your workload, or about a partnership.',
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Working%20with%20NovaCore' },
        { label: 'Meet the team', to: '/team' },
      ],
    },
    {
      kind: 'announcement',
      label: 'Releases',
      text: 'Release notes: coming soon.',
      action: { label: 'About the release notes', to: '/releases' },
    },
  ],
};

export default page;
