// The name that `reencrypt-secrets` had before.
import './reencrypt-secrets.ts'
