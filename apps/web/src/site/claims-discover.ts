import { type Claim, draft } from './claim-scope';

/** Words of the eight discover pages that nobody gave us. Their figures stand in `claims.ts`. */
export const discoverClaims = {
  nextGenLead: draft('The B200 generation: {b200Vram} on each GPU, eight to a board, each within reach of the others.'),
  nextGenMemory: draft(
    'A model has to fit before it can be fast. One B200 holds what takes eight L4s, so fewer GPUs carry the same weights.',
  ),

  visionLead: draft('Many GPUs that act as one machine. Pick the GPU, pick the model, and it runs.'),
  visionMultiGpu: draft(
    'A model too large for one GPU is split across the node, then across nodes. NVLink carries {nvlink} inside, InfiniBand carries the rest.',
  ),

  hardwareLead: draft('A {dgxServer} server, configured {dgxConfiguration}, liquid cooled, in {dgxHeight} of rack.'),
  hardwareCooling: draft(
    'Coolant runs to a cold plate on every GPU and carries the heat out of the rack. The blue lines go in, the warm ones come out.',
  ),

  infrastructureLead: draft(
    'Six ways to deploy on the same hardware. Start in one plot, move to another when the work changes.',
  ),
  deployDedicated: draft('One server, all of it yours, with nobody else on the GPU.'),
  deployClusters: draft('Nodes of eight joined over InfiniBand, {gpusInService} of GPUs.'),
  deployEnterprise: draft('Support around the clock, access by role, terms in writing.'),
  deployHpc: draft('Simulation and other long parallel jobs beside the AI work.'),
  deployInference: draft('Models served close to the memory they need, scaled with the requests.'),
  deployEdge: draft('Smaller GPUs placed near the people who wait for the answer.'),

  cloudLead: draft('GPUs follow the demand. When requests rise, nodes join; when they fall, nodes leave.'),
  cloudMulti: draft('Run here, in the cloud you already have, or across both.'),
  cloudScaling: draft('Capacity follows the load, up and down, without a ticket.'),
  cloudNetwork: draft('Data centres in India and the US on one network.'),
  cloudLatency: draft('Latency on the platform. Your own distance to the data centre comes on top.'),

  securityLead: draft('Six rings around your data. Each has a name that an auditor knows.'),
  securityEncryption: draft('Encryption with 256-bit keys.'),
  securitySoc2: draft('Controls examined over a period of time, not on a single day.'),
  securityIso: draft('Information security run as a system: risks, controls, review.'),
  securityHipaa: draft('The US rules for health information.'),
  securityGdpr: draft('The EU rules for personal data.'),
  securityAudit: draft('Who did what, and when, kept as a record.'),

  authenticationLead: draft('Prove who you are, once. Your role decides which doors open.'),
  authenticationRoles: draft(
    'Access follows the role, not the person. Change the role and every door changes with it.',
  ),
  authenticationFactors: draft('A second factor beside the password, so that a stolen password is not enough.'),
  authenticationSso: draft("Your company's own log-in, instead of one more password."),
  authenticationBiometric: draft('A fingerprint or a face, where the device supports it.'),

  performanceLead: draft('Faster training, lower latency and more work from every watt.'),
} satisfies Record<string, Claim>;
