import { configure } from 'arktype/config'

// Imported first by every program. Compiling each schema to code of its own would double the time to the first answer, and
// browsers refuse it under our content security policy anyway; checking a form takes microseconds either way.
configure({ jitless: true })
