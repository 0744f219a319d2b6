package org.linkgate.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.MavenExecutionException;
import org.apache.maven.execution.MavenSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Maven's own way to an artifact, with the mirrors, proxies and credentials of its settings, but without its plugin for that, which has more files
 * than Linkgate needs of Maven. `components.xml` has Maven call this class before it runs anything.
 *
 * <p>Properties: `artifact` is what to fetch, `outputDirectory` where to copy it; an archive (`zip`) is unpacked there, too.
 */
public final class Fetch extends AbstractMavenLifecycleParticipant {
    /** Set by Maven. */
    private RepositorySystem system;

    @Override
    public void afterProjectsRead(MavenSession session) throws MavenExecutionException {
        Path folder = Path.of(session.getUserProperties().getProperty("outputDirectory"));
        DefaultArtifact artifact = new DefaultArtifact(session.getUserProperties().getProperty("artifact"));
        ArtifactRequest request = new ArtifactRequest();
        request.setArtifact(artifact);
        request.setRepositories(session.getCurrentProject().getRemoteProjectRepositories());
        try {
            Path file = system.resolveArtifact(session.getRepositorySession(), request).getArtifact().getFile().toPath();
            Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            if (artifact.getExtension().equals("zip")) unpack(file, folder);
        } catch (ArtifactResolutionException | IOException | UncheckedIOException e) {
            throw new MavenExecutionException(e.getMessage(), e);
        }
    }

    private static void unpack(Path archive, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) throw new IOException(entry.getName() + " is outside of the folder");
                if (entry.isDirectory()) Files.createDirectories(target);
                else write(zip, entry, target);
            }
        } catch (IOException e) {
            throw new IOException("Error unpacking file: " + archive + " to: " + folder + ": " + e.getMessage(), e);
        }
    }

    private static void write(ZipFile zip, ZipEntry entry, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
            Files.copy(content, target);
        }
        Files.setLastModifiedTime(target, entry.getLastModifiedTime());
        // Java doesn't tell which files of an archive are programs.
        if (target.toString().endsWith(".sh")) target.toFile().setExecutable(true, false);
    }
}
