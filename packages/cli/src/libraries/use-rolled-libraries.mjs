// For `--import`: tests and scripts load the rolled libraries too.
import { useRolledLibraries } from './rolled-libraries.mjs';

useRolledLibraries();
