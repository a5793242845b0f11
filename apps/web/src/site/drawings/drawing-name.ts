/** A new drawing is a file in `site/drawings/` and its name here. */
export type DrawingName =
  | 'module' // a GPU module in five layers, isometric
  | 'topology'
  | 'fabric'
  | 'rack'
  | 'plan' // the package from above
  | 'map'
  | 'burst' // the nova: cells shrinking away from the core
  /** the three panels of build, tune, run */
  | 'build'
  | 'tune'
  | 'run'
  | 'payment-flow'
  | 'order-states'
  /** small ones, for cells of a sheet */
  | 'nvme'
  | 'clock'
  | 'shells'
  | 'infiniband'
  | 'kubernetes'
  | 'nodes'
  | 'descent' // a loss surface in columns, and the steps down
  | 'services'
  | 'documents' // four documents, the uppermost sealed
  | 'pair'
  /** three panels: a network of layers, eight joined to each other, a lever */
  | 'focus-models'
  | 'focus-systems'
  | 'focus-efficiency'
  | 'roles'
  | 'baseboard' // a board of eight GPUs, one heat sink lifted off
  | 'gathering' // blocks that rise toward the core
  | 'chassis' // an 8-GPU server with its lid off, isometric
  | 'server-plan' // the same from above, with its parts named
  | 'campus' // six plots on one network
  | 'auto-scaling' // cells that follow a line of demand
  | 'uptime'
  | 'regions'
  | 'rings' // six shells around the data
  | 'auth-flow' // from a person through sign-on, second factor and role to a GPU
  | 'stack'
  | 'hall'
  | 'model-loop'
  | 'layers'
  | 'workflow' // one line through five stations, with a way back
  | 'sweep' // a search over two settings
  | 'shared-cluster' // 64 GPUs and the three teams that share them
  | 'street'
  | 'stairs';
