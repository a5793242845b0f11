/** Written by `npm run draw` from the labels of the drawings. */
export const generatedKeys: Record<string, [letter: string, meaning: string][]> = {
  'baseboard': [["A","Heat sink"],["B","Dies, memory"],["C","NVSwitch"],["D","Board"]],
  'campus': [["A","Dedicated GPU servers"],["B","Multi-GPU clusters"],["C","Enterprise solutions"],["D","High-performance computing"],["E","Inference optimization"],["F","Global edge deployment"]],
  'chassis': [["A","6.5kW power"],["B","400GbE network"],["C","8x B200"],["D","Coolant"],["E","2TB memory"],["F","60TB NVMe"]],
  'rings': [["A","Audit logging"],["B","GDPR"],["C","HIPAA"],["D","ISO 27001"],["E","SOC 2 Type II"],["F","AES-256"]],
  'server-plan': [["A","NVMe drives"],["B","Processors and memory"],["C","GPU, one of 8"],["D","InfiniBand"],["E","Fans"],["F","NVSwitch"],["G","Power"]],
  'stack': [["A","Your workload"],["B","Kubernetes"],["C","NVMe"],["D","InfiniBand"],["E","GPUs"],["F","Bare metal"]],
  'topology': [["A","NVSwitch"]],
};
