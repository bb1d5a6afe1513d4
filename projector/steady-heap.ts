import { setFlagsFromString } from 'node:v8';

/**
 * To be imported before anything else by a program that runs for long. V8 lets a heap grow to four times of what is in it
 * before it looks for garbage, and never gives back what it once had: a program that reads a ledger from its start
 * kept 400 MB for 70. With this it looks at half as much again, for the same time of the processor.
 */
setFlagsFromString('--heap-growing-percent=50');
