-- What a revoked credential said is compared with nothing any more, and a hash of titles and names could be guessed.
update credential_places set claims = '' where revoked_at is not null;
