import { claim } from '../claims';
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
      lead: claim('companyLead'),
      facts: [
        { value: claim('enterpriseClients'), label: 'Enterprise Clients' },
        { value: claim('uptimeGuaranteed'), label: 'Uptime Guaranteed' },
        { value: claim('supportHours'), label: 'Support' },
        { value: claim('countries'), label: 'Countries' },
      ],
    },
    {
      kind: 'offices',
      id: 'offices',
      head: { caption: 'Offices', title: 'Two in India, two in the US' },
      offices: [
        { city: 'Delaware', region: 'US' },
        { city: 'Silicon Valley', region: 'US' },
        { city: 'Mumbai', region: 'India' },
        { city: 'Hyderabad', region: 'India' },
      ],
    },
    {
      kind: 'tiles',
      id: 'impact',
      tone: 'film',
      head: {
        caption: 'Global impact',
        title: 'What it adds up to',
        lead: 'Eight figures, no adjectives.',
      },
      tiles: [
        { value: claim('impactDataCentres'), label: 'data centres' },
        { value: claim('impactOffices'), label: 'offices, on one map' },
        { value: claim('gpusInService'), label: 'GPUs, as you scale' },
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: claim('deployableModels'), label: 'deployable models' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
        { value: claim('iso27001'), label: 'security' },
        { value: claim('billingCurrency'), label: 'what you are billed in; list prices in dollars too' },
      ],
    },
    {
      kind: 'split',
      id: 'vision',
      head: { caption: 'Vision', title: 'Eight around one' },
      text: claim('visionText'),
      actions: [{ label: 'Our vision', to: '/discover/vision' }],
      drawing: 'burst',
    },
    {
      kind: 'timeline',
      id: 'timeline',
      tone: 'film',
      head: { caption: 'Timeline', title: '2020 to 2024', lead: 'One cell a month.' },
      entries: [
        { year: '2020', text: claim('year2020') },
        { year: '2021', text: claim('year2021') },
        { year: '2022', text: claim('year2022') },
        { year: '2023', text: claim('year2023') },
        { year: '2024', text: claim('year2024') },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Work with us',
      lead: `Most conversations start with a workload. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Working%20with%20NovaCore' },
        { label: 'Meet the team', to: '/team' },
      ],
    },
    {
      kind: 'strip',
      label: 'Releases',
      text: 'What changes on the platform will stand on a page of its own.',
      action: { label: 'See what is coming', to: '/releases' },
    },
  ],
};

export default page;
