// Imported first by each program that ends within seconds.
import { setFlagsFromString } from 'node:v8';

// V8 compiles busy WebAssembly again, optimised, which takes longer than such a program lives.
setFlagsFromString('--liftoff-only');
