// For `--import`: tests and scripts load the bundled libraries too.
import { useRolledLibraries } from './rolled-libraries.mjs';

useRolledLibraries();
