import { configure } from 'arktype/config'

// Imported first by every program of the server. Compiling each schema to code of its own would double the time to the first answer;
// a check takes microseconds either way. (Browsers refuse such code under our content security policy, and the library notices.)
configure({ jitless: true })
