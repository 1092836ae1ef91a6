select id from people limit 1
