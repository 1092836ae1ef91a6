delete from sign_in_sessions where expires_at <= now()
