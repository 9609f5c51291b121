-- What is known of a session says also whether the fund has accepted its person.
drop function if exists app.find_session(text);
