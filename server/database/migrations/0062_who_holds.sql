-- What is known of a session says also whether its person acts for a holder.
drop function if exists app.find_session(text);
