import { configure } from 'arktype/config'

// Imported first: compiling each schema to code would double the time to the first answer. (Browsers refuse such code under our policy.)
configure({ jitless: true })
