import { claim, draft } from '../../claims';
import type { Page } from '../../page';
import { tiers } from '../../prices';

const deals = tiers.filter(({ tier }) => tier === 'Early-Startup Deal');
const onDemand = tiers.filter(({ tier }) => tier === 'On-Demand');

const perHour = deals.map(({ inrPerHour: { from, to } }) => `₹${from}-${to} an hour`).join();
const [discount = '', credits = '', onboarding = '', consulting = ''] = deals.flatMap(({ notes }) => notes);

const page: Page = {
  path: '/solutions/startup-program',
  title: 'Startup Program',
  description: `The Early-Startup Deal: ${perHour}, ${discount.toLowerCase()}, with ${credits}, ${onboarding} and ${consulting}.`,
  navColour: 'white',
  nav: { group: 'Solutions', label: 'Startup Program', hint: `${discount} and ${onboarding}` },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Startup Program',
      lead: draft('Up to half the On-Demand price, help with setup, and room to grow on the same hardware.'),
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Startup%20Program' },
        { label: 'Learn More', to: '#deal' },
      ],
      drawing: 'stairs',
      drawingCaption: 'Start with one GPU and grow to two, four and eight.',
    },
    {
      kind: 'tiers',
      id: 'deal',
      head: {
        caption: 'The deal',
        title: 'Compared with On-Demand',
        lead: 'Rates are for a full configuration and are quoted per order. Percentages refer to rupee rates.',
      },
      tiers: [...onDemand, ...deals],
    },
    {
      kind: 'rows',
      head: { caption: 'Included', title: 'What is included' },
      rows: [
        { title: 'Pre-pay credits', icon: 'startup-program', text: draft('Pay in advance for a lower hourly rate.') },
        {
          title: 'Free onboarding',
          icon: 'collaboration-tools',
          text: draft('We help you get started, free of charge.'),
        },
        {
          title: 'Infra consulting',
          icon: 'infrastructure',
          text: draft('We help you choose the GPU, the number and the period.'),
        },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'The same hardware as every customer' },
      tiles: [
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Tell us what you are building',
      lead: 'Tell us about your product and how you will use the GPUs.',
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Startup%20Program' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
