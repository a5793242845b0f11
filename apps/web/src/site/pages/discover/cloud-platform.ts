import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const uptimeTarget = claim('uptimeTarget');

const page: Page = {
  path: '/discover/cloud-platform',
  title: 'Cloud platform',
  description: `Multi-cloud, auto-scaling and a global network with ${uptimeTarget} uptime and sub-millisecond latency. Data centres in India and the US.`,
  navColour: 'white',
  nav: { group: 'Discover', label: 'Cloud platform', hint: 'Multi-cloud with auto-scaling' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Cloud platform',
      lead: draft('Capacity follows demand: nodes are added when requests rise and removed when they fall.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-stack' },
        { label: 'Contact Us', to: '/contact?topic=Cloud%20platform' },
      ],
      drawing: 'auto-scaling',
      drawingCaption: 'Each square is one GPU. The line is the demand; capacity stays just above it.',
    },
    {
      kind: 'rows',
      id: 'platform',
      head: { caption: 'Platform', title: 'What the platform does' },
      rows: [
        {
          title: 'Multi-cloud',
          icon: 'cloud-platform',
          text: draft('Run on NovaCore, in the cloud you already use, or on both.'),
        },
        {
          title: 'Auto-scaling',
          icon: 'auto-scaling',
          text: draft('Capacity goes up and down with the load, without a support ticket.'),
        },
        {
          title: 'Low latency',
          icon: 'performance',
          text: draft('Latency within the platform. The distance between you and the data centre adds to it.'),
          figure: 'Sub-millisecond',
        },
      ],
    },
    {
      kind: 'split',
      tone: 'film',
      head: { caption: 'Uptime', title: `${uptimeTarget} uptime` },
      text: 'One square in ten thousand is downtime: about 52 minutes a year.',
      drawing: 'uptime',
      legend: [{ colour: 'core', label: 'Downtime' }],
    },
    {
      kind: 'diagram',
      tone: 'dark',
      head: { caption: 'Global network', title: 'India and the US, one network' },
      drawing: 'regions',
      caption: 'Data centres in India and the US.',
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'See it scale',
      lead: 'Show us a workload with peaks.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Cloud%20platform' },
        { label: 'Learn More', to: '#platform' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
