import { claim, draft } from '../claims';
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
        { value: claim('dataCentres'), label: 'data centres' },
        { value: draft('4'), label: 'offices, on one map' },
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
      text: draft(
        'GPU computing within reach of everybody who has a model to train. One GPU or thousands, by the minute or reserved by the year, and somebody to ask at any hour.',
      ),
      actions: [{ label: 'Our vision', to: '/discover/vision' }],
      drawing: 'burst',
    },
    {
      kind: 'timeline',
      id: 'timeline',
      tone: 'film',
      head: { caption: 'Timeline', title: '2020 to 2024', lead: 'One cell a month.' },
      entries: [
        { year: '2020', text: draft('NovaCore starts: a GPU cloud, and the hardware under it.') },
        { year: '2021', text: draft('Building: machines, the network between them, and the people who run both.') },
        { year: '2022', text: draft('Growing with the teams that train on it.') },
        { year: '2023', text: draft('More of the platform around the GPU: servers, clusters, stack.') },
        { year: '2024', text: draft('The end of this line, and the start of the next generation.') },
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
      kind: 'announcement',
      label: 'Releases',
      text: 'What changes on the platform will stand on a page of its own.',
      action: { label: 'See what is coming', to: '/releases' },
    },
  ],
};

export default page;
