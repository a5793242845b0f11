import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Page } from '../page';

const page: Page = {
  path: '/team',
  title: 'Team',
  description: 'The two co-founders of NovaCore, what each is responsible for, and how our team works.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Team' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Team',
      drawing: 'pair',
      lead: 'Founded by two people you can write to.',
    },
    {
      kind: 'team',
      head: { caption: 'Co-founders', title: 'Who is responsible for what' },
      members: [
        {
          role: draft('Co-founder, technology'),
          text: draft('Responsible for GPU servers, the network that connects them into clusters, and performance.'),
          profile: { label: 'Profile', to: operator.profiles.technology },
        },
        {
          role: draft('Co-founder, business'),
          text: draft('Responsible for customers: prices, agreements and support.'),
          profile: { label: 'Profile', to: operator.profiles.business },
        },
      ],
    },
    {
      kind: 'rows',
      id: 'culture',
      tone: 'film',
      head: { caption: 'Culture', title: 'How we work' },
      rows: [
        { title: 'Figures first', text: draft('We say what you get, what it costs and when we reply.'), icon: 'list' },
        {
          title: 'Support at any hour',
          text: draft(`With a response SLA of ${claim('supportResponse')}.`),
          icon: 'night',
          figure: claim('supportHours'),
        },
        {
          title: 'Written decisions',
          text: draft('We write down each decision and its reason where our colleagues can find it.'),
          icon: 'developer-tools',
        },
        {
          title: 'Open about failures',
          text: draft('When something fails we say so first, then fix it, then explain it.'),
          icon: 'alert',
        },
        {
          title: 'Four offices, one team',
          text: draft('Delaware, Hyderabad, Silicon Valley and Mumbai.'),
          icon: 'infrastructure',
          action: { label: 'Our offices', to: '/company#offices' },
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Talk to the team',
      lead: 'Ask us a question, or tell us why you would like to join.',
      actions: [
        { label: 'Contact Us', to: '/contact?topic=A%20question%20for%20the%20team' },
        { label: 'Join the team', to: '/contact?topic=Joining%20the%20team' },
      ],
    },
  ],
};

export default page;
