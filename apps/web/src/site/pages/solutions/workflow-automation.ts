import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/workflow-automation',
  title: 'Workflow Automation',
  description: `From a commit to a deployed model, automatically: APIs, Kubernetes support, deployment in ${claim('deploymentTime')}, auto-scaling.`,
  navColour: 'sky',
  nav: { group: 'Solutions', label: 'Workflow Automation', hint: 'Build, tune, run, repeat' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Workflow Automation',
      lead: draft('From a commit to a deployed model, automatically. The pipeline stops when a check fails.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Workflow%20Automation' },
        { label: 'Learn More', to: '#stations' },
      ],
      drawing: 'workflow',
      drawingCaption: 'One pipeline through every step. A model that fails the check goes back to the start.',
    },
    {
      kind: 'steps',
      id: 'stations',
      head: { caption: 'Pipeline', title: 'Four steps' },
      steps: [
        { title: 'Trigger', text: draft('A commit, a schedule or new data calls the API.') },
        { title: 'Train', text: draft('The job reserves the GPUs it needs and releases them when it ends.') },
        { title: 'Check', text: draft('The pipeline compares the results. A worse model is not deployed.') },
        { title: 'Serve', text: draft('Auto-scaling follows the requests.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'Pipeline specification' },
      tiles: [
        { value: 'Kubernetes', label: 'support' },
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('deployableModels'), label: 'deployable models' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Automate your pipeline',
      lead: 'Tell us which step you repeat most often.',
      actions: [
        { label: 'Contact', to: '/contact?topic=Workflow%20Automation' },
        { label: 'GPU Stack', to: '/product/gpu-stack' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
