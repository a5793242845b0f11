import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/workflow-automation',
  title: 'Workflow Automation',
  description: `From a commit to a model in service on one line: APIs, Kubernetes support, deployment in ${claim('deploymentTime')}, auto-scaling.`,
  navColour: 'sky',
  nav: {
    group: 'Solutions',
    label: 'Workflow Automation',
    hint: 'Build, tune, run, repeat',
    icon: 'workflow-automation',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Workflow Automation',
      lead: draft('One line from a commit to a model in service. It runs at night, and it stops when a check fails.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Workflow%20Automation' },
        { label: 'Learn More', to: '#stations' },
      ],
      drawing: 'workflow',
      drawingCaption: 'One stroke through every station. What fails the check goes back round; the rest goes on.',
    },
    {
      kind: 'steps',
      id: 'stations',
      head: { caption: 'Stations', title: 'Four on one line' },
      steps: [
        { title: 'Trigger', text: draft('Your own trigger calls the API: a commit, a schedule, new data.') },
        { title: 'Train', text: draft('The job takes the GPUs it needs and gives them back when it ends.') },
        { title: 'Check', text: draft('Numbers decide. A model that is worse goes no further.') },
        { title: 'Serve', text: draft(`Deployment in ${claim('deploymentTime')}; auto-scaling follows the requests.`) },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'What the line is made of' },
      tiles: [
        { value: 'Kubernetes', label: 'support' },
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('deployableModels'), label: 'deployable models' },
        { value: claim('gpuTypes'), label: 'GPU types' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Automate the dull part',
      lead: `Tell us which step you repeat most often. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=Workflow%20Automation' },
        { label: 'GPU Stack', to: '/product/gpu-stack' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
